/** An element as a person finds it: a field by its label, anything else by its role and name, both exact. */
export type Named =
  | { readonly label: string; readonly inside?: string }
  | {
      readonly role: string
      readonly name: string
      /** The element in whose shadow root it is, as a selector. Default: the page itself. */
      readonly inside?: string
    }

/** A page in a browser that Playwright does not drive. All but `messages` wait, and reject after {@link PATIENCE_MS}. */
export type Tab = {
  open(url: string): Promise<void>
  click(what: Named): Promise<void>
  /** Types with the keys of the keyboard. */
  type(what: Named, text: string): Promise<void>
  /** Waits until the element's text has `text` in it. */
  see(what: Named, text?: string): Promise<void>
  /** Waits until the path of the page is this one. */
  arrive(path: string): Promise<void>
  /**
   * Errors and warnings of the console, and uncaught exceptions, without Firefox's word on the hash of a file that had not
   * come when the page was left; of WebKitGTK none, because its driver tells none.
   */
  readonly messages: readonly string[]
  close(): Promise<void>
}

const PATIENCE_MS = 20_000
const LOOK_EVERY_MS = 100

/** Asks until there is an answer; rejects with `what` when there is none in time, or with the last error. */
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

/** The queries of Testing Library that {@link findInPage} uses: they take a shadow root too. */
type Queries = {
  queryAllByLabelText(root: ParentNode, label: string, options: { selector: string }): readonly Element[]
  queryAllByRole(root: ParentNode, role: string, options: { name: string }): readonly Element[]
}

declare global {
  interface Window {
    TestingLibraryDom: Queries
  }
}

/**
 * Runs in the page, which has Testing Library's queries in `TestingLibraryDom`: gives the element, or `null` when there
 * is not exactly one.
 */
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
