import { SHELL_NAME, SHELL_VERSION_ATTRIBUTE, type ActivationReport } from '@atalaia/contracts'
import type { Reporter } from '@atalaia/kernel'

type Outcome = Pick<ActivationReport, 'outcome' | 'phase' | 'cause'>

/** `undefined`: the gateway names no version (M-SHELL-5). */
export const shellReport = (page: Document, outcome: Outcome): ActivationReport | undefined => {
  const version = page.documentElement.getAttribute(SHELL_VERSION_ATTRIBUTE)
  return version === null ? undefined : { remote: SHELL_NAME, version, milliseconds: {}, ...outcome }
}

export const withShellReport = (page: Document, report: Reporter['activation']): Reporter['activation'] => {
  let started = shellReport(page, { outcome: 'ready' })
  return (activation) => {
    if (started) report(started)
    started = undefined
    report(activation)
  }
}
