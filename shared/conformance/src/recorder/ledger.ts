export type Entry = {
  readonly kind: 'listener' | 'timer' | 'observer'
  readonly what: string
  readonly stack: string
  /** True: ineffective, for example a listener on a removed node. */
  readonly gone: () => boolean
}

export type Write = { readonly what: string; readonly stack: string }

export type Violation = {
  readonly directive: string
  readonly blocked: string
  readonly source: string
  readonly sample: string
}

/** `window.atalaiaConformance` during measurement. */
export type Ledger = {
  readonly entries: Set<Entry>
  readonly writes: Write[]
  readonly violations: Violation[]
  readonly errors: Write[]
  registeredBy: string | undefined
  stack(): string
}

declare global {
  interface Window {
    atalaiaConformance: Ledger
  }
}

/** Runs in the page before its scripts. */
export const openLedger = () => {
  // React's own frames are many: the portal's are below them.
  Error.stackTraceLimit = 80
  // A listener of the portal acts for the portal, although the embed sent the event.
  const withoutDispatch = ({ stack }: Error) => stack?.split('conformanceDispatch')[0] ?? ''
  const ledger: Ledger = {
    entries: new Set(),
    writes: [],
    violations: [],
    errors: [],
    registeredBy: undefined,
    stack: () => withoutDispatch(new Error('here')),
  }
  window.atalaiaConformance = ledger

  const define = customElements.define
  customElements.define = function (name, ...rest) {
    if (name === 'atalaia-analytics') {
      const stack = ledger.stack()
      // The innermost script may be zone.js, which wraps what Angular's pages call.
      const [embed] = /https?:\S+?\/embed\/[^/\s]+\/\S+?(?=:\d+:\d+)/.exec(stack) ?? []
      ledger.registeredBy = embed ?? /(?:https?|blob):\S+?(?=:\d+:\d+)/.exec(stack)?.[0]
    }
    return define.call(this, name, ...rest)
  }

  const { dispatchEvent } = EventTarget.prototype
  EventTarget.prototype.dispatchEvent = function conformanceDispatch(event) {
    return dispatchEvent.call(this, event)
  }

  addEventListener('error', ({ message, error }) => {
    ledger.errors.push({ what: message, stack: error instanceof Error ? withoutDispatch(error) : '' })
  })
  addEventListener('unhandledrejection', ({ reason }) => {
    const stack = reason instanceof Error ? withoutDispatch(reason) : ''
    ledger.errors.push({ what: `unhandled rejection: ${String(reason)}`, stack })
  })
  document.addEventListener('securitypolicyviolation', (event) => {
    ledger.violations.push({
      directive: event.effectiveDirective,
      blocked: event.blockedURI,
      source: event.sourceFile ?? '',
      sample: event.sample,
    })
  })
}
