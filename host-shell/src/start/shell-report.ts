import { SHELL_NAME, SHELL_VERSION_ATTRIBUTE, type ActivationReport } from '@atalaia/contracts'
import type { Reporter } from '@atalaia/kernel'

type Outcome = Pick<ActivationReport, 'outcome' | 'phase' | 'cause'>

/** The report of a start of this page's shell (M-SHELL-5); `undefined` where the gateway does not say which version it is. */
export const shellReport = (page: Document, outcome: Outcome): ActivationReport | undefined => {
  const version = page.documentElement.getAttribute(SHELL_VERSION_ATTRIBUTE)
  return version === null ? undefined : { remote: SHELL_NAME, version, milliseconds: {}, ...outcome }
}

/**
 * Reports with the page's first activation that its shell has started: a shell that brings no remote up has not, and the report is
 * in the same request.
 */
export const withShellReport = (page: Document, report: Reporter['activation']): Reporter['activation'] => {
  let started = shellReport(page, { outcome: 'ready' })
  return (activation) => {
    if (started) report(started)
    started = undefined
    report(activation)
  }
}
