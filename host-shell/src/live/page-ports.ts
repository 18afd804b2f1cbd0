/** What the shell's own parts ask of the browser. */
export type PagePorts = {
  readonly fetch: typeof fetch
  /** Loads the page again. */
  reload(): void
}

export const browserPage: PagePorts = {
  fetch: (...request) => fetch(...request),
  reload: () => location.reload(),
}
