/** What the error-reporting service is told; made so that nothing personal can be in it. */
export interface Report {
  readonly title: string;
  readonly class: string;
  readonly status: number;
  readonly method: string;
  readonly traceId: string;
  readonly body: unknown;
}

export interface Reporter {
  readonly failure: (report: Report, error: unknown) => void;
  readonly crash: (error: unknown) => void;
}
