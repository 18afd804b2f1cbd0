import { VERDICT_LIMITS, type Finding, type FindingCode } from '@atalaia/artifact'
import { MAX_ALIKE } from './limits.ts'

/** Bounded, unique, in order of arrival. */
export type Findings = {
  failed(code: FindingCode, route: string | null, message: string): void
  advice(code: FindingCode, route: string | null, message: string): void
  all(): Finding[]
}

/** One bounded line: a build's text may hold anything. */
export const plainText = (text: string): string => {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return line.length <= VERDICT_LIMITS.text ? line : `${line.slice(0, VERDICT_LIMITS.text - 1)}…`
}

export const createFindings = (): Findings => {
  const found: Finding[] = []
  let left = 0
  const add = (finding: Finding) => {
    const alike = found.filter(({ code, route }) => code === finding.code && route === finding.route)
    if (alike.some(({ message }) => message === finding.message)) return
    if (alike.length >= MAX_ALIKE || found.length >= VERDICT_LIMITS.findings - 1) left += 1
    else found.push(finding)
    // What is left out must not make a version good.
    if (finding.level === 'failed' && !found.some(({ level }) => level === 'failed')) found[found.length - 1] = finding
  }
  const adder =
    (level: Finding['level']): Findings['failed'] =>
    (code, route, message) =>
      add({ code, level, route: route === null ? null : plainText(route), message: plainText(message) })
  return {
    failed: adder('failed'),
    advice: adder('advice'),
    all: () =>
      left === 0
        ? [...found]
        : [...found, { code: 'more', level: 'advice', route: null, message: `${left} more findings are left out` }],
  }
}
