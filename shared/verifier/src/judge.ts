import { budgetExcesses, type Descriptor } from '@atalaia/contracts'
import type { Visit } from '@atalaia/artifact'
import { plainText, type Findings } from './findings.ts'
import type { Seen } from './visit.ts'

export const judgeVisit = async (seen: Seen, descriptor: Descriptor, findings: Findings): Promise<Visit> => {
  const { route, report, hasContent, traffic } = seen
  const files = await traffic.files()
  const shown = report?.outcome === 'ready' && hasContent && !seen.hasCrashed
  const say = (code: Parameters<Findings['failed']>[0], message: string) => findings.failed(code, route.id, message)
  if (seen.hasCrashed) say('page-crashed', 'the page crashed')
  else if (report === undefined) say('not-shown', `the page did not report it within ${seen.milliseconds} ms`)
  else if (report.outcome !== 'ready')
    say('not-shown', `${report.phase ?? 'it'} failed: ${report.cause ?? 'no reason'}`)
  else if (!hasContent) say('empty', 'it renders nothing: no visible box with text or a role')
  for (const { path, status } of files)
    if (status >= 400) say('missing-file', `${path}: the gateway answered ${status}`)
  // A screen that failed has its cause above; the shell and React log it again.
  if (report?.outcome !== 'failed') {
    for (const text of seen.consoleErrors) say('console-error', text)
    for (const text of seen.uncaught) say('uncaught-error', text)
  }
  judgeRequests(seen, descriptor, findings)
  const sizes = files.filter(({ status }) => status < 400)
  const { entry } = descriptor.artifact
  // As the gate counts a route: what comes before its screen stands, and no pictures.
  const code = sizes.filter(({ path }) => /\.(js|css)$/.test(path))
  const excesses = budgetExcesses(
    { ...descriptor.budget, totalBytes: undefined },
    { files: code, entry: [entry], routes: { [route.id]: code.map(({ path }) => path) } },
  )
  for (const excess of excesses) say('budget', excess)
  const sum = (of: (file: (typeof sizes)[number]) => number) => sizes.reduce((total, file) => total + of(file), 0)
  return {
    route: plainText(route.id),
    address: plainText(seen.address),
    shown,
    milliseconds: seen.milliseconds,
    transferred: sum(({ transferred }) => transferred),
    bytes: sum(({ bytes }) => bytes),
  }
}

/** Faults outside the descriptor's requests (M-VERIFY-4). */
const judgeRequests = ({ route, record, traffic }: Seen, { token, api }: Descriptor, findings: Findings): void => {
  const direct = new Set(record?.calls)
  const ungranted = (message: string) => findings.failed('not-granted', route.id, message)
  if (!token && (record?.tokenReads ?? 0) > 0)
    ungranted('it reads the session’s token from storage, and its descriptor does not ask for it (token)')
  for (const { method, url, hasToken, answered } of traffic.calls) {
    const call = `${method} ${new URL(url).pathname}`
    if (!api && direct.has(url)) ungranted(`it calls the API (${call}), and its descriptor does not ask for that (api)`)
    if (!token && hasToken && direct.has(url)) ungranted(`it sends the session’s token with ${call}`)
    if (!answered) findings.advice('no-answer', route.id, `${call}: name an answer in verify.json`)
  }
  for (const address of traffic.leaks) ungranted(`the session’s token goes to ${address}`)
  for (const what of traffic.stopped)
    findings.failed('foreign-request', route.id, `it asks for ${what}, which pages may not`)
}

const majorOf = (version: string) => version.split('.')[0] ?? ''

/** Over all visits: modules taken beyond the descriptor (M-VERIFY-5). */
export const judgeShared = (
  all: readonly Seen[],
  { artifact }: Descriptor,
  offered: readonly { readonly name: string; readonly version: string }[],
  findings: Findings,
): void => {
  const watched = all.flatMap(({ record }) => (record?.taken ? [record.taken] : []))
  const declared = new Set(artifact.shared.map(({ name }) => name))
  const taken = new Set(watched.flat())
  for (const name of taken)
    if (!declared.has(name))
      findings.failed(
        'shared-undeclared',
        null,
        `it takes ${name} of the page, and its descriptor does not say so (shared)`,
      )
  // A module's container is not seen: what it takes is not known.
  if (watched.length > 0)
    for (const name of declared)
      if (!taken.has(name))
        findings.advice('shared-unused', null, `its descriptor shares ${name}, and no route takes it`)
  const ours = offered.find(({ name }) => name === 'react-dom')
  for (const version of new Set(all.flatMap(({ record }) => record?.ownReacts ?? [])))
    if (ours && majorOf(version) === majorOf(ours.version))
      findings.failed(
        'shared-own-copy',
        null,
        `it brings React ${version} along, which the page has (${ours.version}): share react and react-dom`,
      )
}
