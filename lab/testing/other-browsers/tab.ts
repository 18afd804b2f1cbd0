/** Fields by label, all else by role and name, exactly. */
export type Named =
  | { readonly label: string; readonly inside?: string }
  | {
      readonly role: string
      readonly name: string
      /** Selector of the shadow host. Default: the page. */
      readonly inside?: string
    }

/** Not Playwright's. All but `messages` wait, and reject after {@link PATIENCE_MS}. */
export type Tab = {
  open(url: string): Promise<void>
  click(what: Named): Promise<void>
  type(what: Named, text: string): Promise<void>
  /** Waits for `text`. */
  see(what: Named, text?: string): Promise<void>
  arrive(path: string): Promise<void>
  /**
   * Console errors, warnings and exceptions, except Firefox's hash errors of left pages. Empty for
   * WebKitGTK, whose driver gives no messages.
   */
  readonly messages: readonly string[]
  close(): Promise<void>
}

const PATIENCE_MS = 20_000
const LOOK_EVERY_MS = 100

/** Rejects with `what` on timeout, or with the last error. */
export const until = async <Value>(
  what: string,
  ask: () => Promise<Value | null | undefined | false>,
): Promise<Value> => {
  const end = performance.now() + PATIENCE_MS
  let last: unknown
  while (performance.now() < end) {
    try {
      const value = await ask()
      if (value) return value
    } catch (error) {
      // The page may have changed between two steps.
      last = error
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  throw new Error(`not in ${PATIENCE_MS / 1000} s: ${what}`, { cause: last })
}

export const describe = (what: Named): string => JSON.stringify(what)

type Queries = {
  queryAllByLabelText(root: ParentNode, label: string, options: { selector: string }): readonly Element[]
  queryAllByRole(root: ParentNode, role: string, options: { name: string }): readonly Element[]
}

declare global {
  interface Window {
    TestingLibraryDom: Queries
  }
}

/** Runs in the page with `TestingLibraryDom`; `null` unless exactly one matches. */
export const findInPage = (what: Named): Element | null => {
  const root = what.inside === undefined ? document.body : document.querySelector(what.inside)?.shadowRoot
  if (!root) return null
  const { queryAllByLabelText, queryAllByRole } = window.TestingLibraryDom
  const found =
    'label' in what
      ? queryAllByLabelText(root, what.label, { selector: 'input' })
      : queryAllByRole(root, what.role, { name: what.name })
  const [first = null] = found
  return found.length === 1 ? first : null
}
