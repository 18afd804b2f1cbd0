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

/** At the frame door, `element` is the frame. */
export type Instance = {
  readonly container: HTMLElement
  readonly element: EmbedElement
  readonly events: SeenEvent[]
  readonly asked: string[]
  /** `null` removes the attribute. */
  readonly change: (values: Readonly<Record<string, string | null>>) => void
  readonly remove: () => void
}
