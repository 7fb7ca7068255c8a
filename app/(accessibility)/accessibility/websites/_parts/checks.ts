import { websites } from "@/messages/texts/websites";

export const checkMaxDocuments = (typed: string): Record<string, string> => {
  const text = typed.trim();
  const isFine = text === "" || (/^\d{1,4}$/.test(text) && Number(text) <= 1_000);
  return isFine ? {} : { max_documents: websites.settings.maxDocumentsWrong };
};

export const checkMaxPages = (typed: string): Record<string, string> => {
  const text = typed.trim();
  const isFine = text === "" || (/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 10_000);
  return isFine ? {} : { max_pages: websites.add.maxPagesWrong };
};
