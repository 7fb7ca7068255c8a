import { z } from "zod";

const text = z.string().min(1);
const uri = z.url();

/** A location on a page has a region and a selector; a document has neither. */
const location = z.strictObject({
  physicalLocation: z.strictObject({
    artifactLocation: z.strictObject({ uri }),
    region: z.strictObject({ startLine: z.literal(1), snippet: z.strictObject({ text: z.string() }) }).optional(),
  }),
  logicalLocations: z.array(z.strictObject({ fullyQualifiedName: text, kind: z.literal("element") })).optional(),
});

/**
 * The part of the OASIS schema for SARIF 2.1.0 that an export uses, with its required fields and values; nothing else
 * is allowed.
 */
export const SarifLog = z.strictObject({
  $schema: uri,
  version: z.literal("2.1.0"),
  runs: z
    .array(
      z.strictObject({
        tool: z.strictObject({
          driver: z.strictObject({
            name: text,
            properties: z.record(z.string(), z.unknown()),
            rules: z.array(
              z.strictObject({
                id: text,
                shortDescription: z.strictObject({ text }),
                fullDescription: z.strictObject({ text }),
                helpUri: uri.optional(),
                defaultConfiguration: z.strictObject({ level: z.enum(["error", "warning", "note"]) }),
                properties: z.looseObject({ tags: z.array(text) }),
              }),
            ),
          }),
        }),
        automationDetails: z.strictObject({ id: text }),
        columnKind: z.literal("utf16CodeUnits"),
        invocations: z.array(
          z.strictObject({
            executionSuccessful: z.boolean(),
            startTimeUtc: z.iso.datetime(),
            toolExecutionNotifications: z
              .array(
                z.strictObject({
                  level: z.enum(["warning", "note"]),
                  message: z.strictObject({ text }),
                  locations: z.array(location).optional(),
                }),
              )
              .optional(),
          }),
        ),
        results: z.array(
          z
            .strictObject({
              ruleId: text,
              ruleIndex: z.number().int().min(0),
              kind: z.enum(["fail", "review"]),
              level: z.enum(["error", "warning", "note", "none"]),
              message: z.strictObject({ text }),
              locations: z.array(location),
              partialFingerprints: z.record(z.string().regex(/\/v\d+$/), text),
              suppressions: z
                .array(
                  z.strictObject({
                    kind: z.literal("external"),
                    status: z.literal("accepted"),
                    justification: text,
                  }),
                )
                .optional(),
              properties: z.record(z.string(), z.unknown()),
            })
            .refine(({ kind, level }) => (kind === "fail") === (level !== "none"), "SARIF §3.27.10"),
        ),
      }),
    )
    .length(1),
});

const node = { "@id": text };

/** The required properties of each class of EARL 1.0 (https://www.w3.org/TR/EARL10-Schema/). */
const accuracy = z.strictObject({
  right: z.number().int(),
  wrong: z.number().int(),
  low: z.number().min(0).max(1),
  high: z.number().min(0).max(1),
});

export const EarlReport = z.strictObject({
  "@context": z.looseObject({ earl: z.literal("http://www.w3.org/ns/earl#") }),
  "@graph": z.array(
    z.discriminatedUnion("@type", [
      z.strictObject({ ...node, "@type": z.literal("Software"), name: text, revision: text }),
      z.strictObject({
        ...node,
        "@type": z.literal("TestSubject"),
        title: text,
        isPartOf: uri.optional(),
        date: z.iso.datetime().optional(),
      }),
      z.strictObject({ "@id": z.string().regex(/^WCAG22:[a-z-]+$/), "@type": z.literal("TestRequirement") }),
      z.strictObject({
        ...node,
        "@type": z.literal("TestCase"),
        title: text,
        description: z.string(),
        source: uri.optional(),
        isPartOf: z.array(text),
        conformsTo: z.array(text).optional(),
        // In our own namespace.
        accuracy: accuracy.optional(),
      }),
      z.strictObject({
        "@id": text.optional(),
        "@type": z.literal("Assertion"),
        assertedBy: text,
        subject: uri,
        test: text,
        mode: z.literal("earl:automatic"),
        // The next three aren't part of EARL. They are in our own namespace.
        seenBy: z.array(text).min(1).optional(),
        views: z.array(text).min(1).optional(),
        reach: text.optional(),
        result: z.strictObject({
          "@type": z.literal("TestResult"),
          outcome: z.enum(["earl:failed", "earl:cantTell", "earl:passed", "earl:untested"]),
          description: z.string().optional(),
          // The next two are also in our own namespace.
          page: z.number().int().nullable().optional(),
          count: z.number().int().optional(),
          pointer: z.strictObject({ "@type": z.literal("CSSSelectorPointer"), expression: text }).optional(),
        }),
      }),
    ]),
  ),
});
