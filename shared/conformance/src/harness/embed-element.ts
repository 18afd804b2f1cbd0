export type TokenReason = 'initial' | 'expired' | 'unauthorized'

/** The element as portals see it (docs/reference/embed.md). */
export type EmbedElement = HTMLElement & {
  api: string | null
  theme: string | null
  show: string | null
  token: string | null
  getToken: ((reason: TokenReason) => string | Promise<string>) | null
}

export type SeenEvent = {
  readonly type: string
  readonly detail: Readonly<Record<string, unknown>>
  readonly bubbles: boolean
  readonly composed: boolean
}

/** An instance that was put into the page, and what is known about it there. At the door for frames, `element` is the frame. */
export type Instance = {
  readonly container: HTMLElement
  readonly element: EmbedElement
  readonly events: SeenEvent[]
  /** The reasons with which `getToken` was asked, in their order. */
  readonly asked: string[]
  /** Gives it other values of attributes; `null` takes one away. */
  readonly change: (values: Readonly<Record<string, string | null>>) => void
  /** Takes it out of the page, with what it stands in. */
  readonly remove: () => void
}
