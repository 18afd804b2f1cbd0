import type { Unsubscribe } from '@atalaia/contracts'

/** The server's answer to a page that asks for its next token. */
export type Renewal =
  | { readonly status: 'renewed'; readonly token: string }
  /** The session of `token` has ended. */
  | { readonly status: 'refused'; readonly token: string }
  /** No answer, or one that says nothing of the session: it is asked for again. */
  | { readonly status: 'unanswered' }

/** The server that keeps sessions, and the browser with which the page asks it (P-SESSION-19). */
export type SessionServer = {
  /** Never rejects. */
  renew(token: string): Promise<Renewal>
  /** Ends the session of a token. Nobody waits for it. */
  end(token: string): void
  /** Does `work` while no other tab of the browser does. */
  exclusively(work: () => Promise<boolean>): Promise<boolean>
  /** Calls `listener` when somebody comes back to the page, or the network does. */
  onWake(listener: () => void): Unsubscribe
}
