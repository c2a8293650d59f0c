/** The session as calls see it; implemented by the session's owner. */
export interface SessionPort {
  /** The token to send, if there is one. */
  token(): string | undefined;
  /** Gets a fresh token if the present one is about to end; never fails and never ends the session. */
  prepare(): Promise<void>;
  /**
   * Gets a fresh token after a 401 for `refused`; true when the call may be sent again, false when there is no session
   * to continue. However many calls and tabs ask, one refresh is made. Throws when the refresh itself got no answer.
   */
  renew(refused: string | undefined): Promise<boolean>;
  /** The server no longer takes the token and it could not be renewed. */
  ended(): void;
  /** The session is not accepted at all: signing out was refused. */
  denied(): void;
  /** The account's trial has run out: nothing but looking at the account is answered. */
  trialExpired(): void;
}
