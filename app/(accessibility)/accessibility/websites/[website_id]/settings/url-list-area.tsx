"use client";

import { useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { type Outputs, useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { FailedState } from "@/app/_ui/states";
import { websites } from "@/messages/texts/websites";
import { DeletePart } from "./delete-part";
import { UrlCounts } from "./url-counts";
import { UrlListForm } from "./url-list-form";

const { urlList: texts } = websites;

type SavedList = NonNullable<Outputs["urlLists"]["get"]["url_list"]>;

export const useUrlList = (website_id: string) => {
  const trpc = useTRPC();
  return useQuery(trpc.urlLists.get.queryOptions({ id: website_id }));
};

/** The URLs that audits of a website scan first. */
export const UrlListArea = ({ website_id }: { website_id: string }) => {
  const query = useUrlList(website_id);
  return (
    <section aria-labelledby="url-list" className="mt-12 border-t border-line pt-8">
      <h2 id="url-list" className="text-lg">
        {texts.title}
      </h2>
      <p className="mt-1 mb-4 text-soft">{texts.lead}</p>
      {query.isError ? <FailedState error={query.error} onRetry={() => query.refetch()} /> : null}
      {query.data ? <UrlListOf key={website_id} website_id={website_id} list={query.data.url_list} /> : null}
    </section>
  );
};

const UrlListOf = ({ website_id, list }: { website_id: string; list: SavedList | null }) => {
  const [isEditing, setEditing] = useState(false);
  if (!list) return <UrlListForm website_id={website_id} content="" />;
  if (isEditing) return <UrlListForm website_id={website_id} content={list.content} onDone={() => setEditing(false)} />;
  return (
    <div className="card p-5">
      <UrlCounts counts={list} />
      <div className="mt-4 flex flex-wrap gap-3">
        <Button onPress={() => setEditing(true)} icon={<Pencil className="size-5 shrink-0" aria-hidden="true" />}>
          {texts.edit}
        </Button>
        <DeleteList website_id={website_id} />
      </div>
    </div>
  );
};

const DeleteList = ({ website_id }: { website_id: string }) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const run = () => client.urlLists.remove.mutate({ id: website_id });
  return <DeletePart texts={texts} run={run} filter={trpc.urlLists.pathFilter()} />;
};
