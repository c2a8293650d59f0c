/** A report for the error-reporting service; its shape has no room for personal data. */
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
