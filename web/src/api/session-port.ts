/** What the calls need to know of a session; the session's owner supplies it. */
export interface SessionPort {
  /** The token to send, if there is one. */
  token(): string | undefined;
  /**
   * Tries to get a fresh token after a 401; true when the call may be sent again. Parallel calls share one attempt.
   * Until there are refresh tokens it always answers false.
   */
  renew(): Promise<boolean>;
  /** The server no longer takes the token and it could not be renewed. */
  ended(): void;
}
