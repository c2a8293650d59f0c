/** The session's interface for calls; implemented by the session's owner. */
export interface SessionPort {
  /** The token to send, if there is one. */
  token(): string | undefined;
  /** Fetches a new token if the present one expires soon; never fails and never ends the session. */
  prepare(): Promise<void>;
  /**
   * Fetches a new token after a 401 for `refused`; true if the call may be repeated, false if there is no session to
   * continue. However many calls and tabs ask, one refresh is made. Throws if the refresh itself got no response.
   */
  renew(refused: string | undefined): Promise<boolean>;
  /** The server no longer accepts the token and it could not be renewed. */
  ended(): void;
  /** The session is not accepted at all: signing out was refused. */
  denied(): void;
  /** The account's trial has ended: only reading the account is allowed. */
  trialExpired(): void;
}
