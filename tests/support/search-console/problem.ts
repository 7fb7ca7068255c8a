interface ApiProblem {
  reason: string;
  status: string;
  message: string;
}

/** An error in the format of Google's APIs or, with `error`, of its token service. */
export class GoogleProblem extends Error {
  readonly body: unknown;

  constructor(
    readonly status: number,
    given: ApiProblem | { error: string; error_description?: string },
  ) {
    super("error" in given ? given.error : given.message);
    this.body =
      "error" in given
        ? given
        : {
            error: {
              code: status,
              message: given.message,
              errors: [{ message: given.message, domain: "global", reason: given.reason }],
              status: given.status,
            },
          };
  }
}
