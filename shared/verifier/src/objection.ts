import { VERDICT_AGE_MS, type Finding, type Reason, type Verdict } from '@atalaia/artifact'

export type Promoted = {
  readonly remote: string
  readonly version: string
  readonly digest: string
  /** The ids of live shells. */
  readonly shells: readonly string[]
  /** True: already a canary version; age and shell of the verdict do not count. */
  readonly isRunning: boolean
  /** Milliseconds since 1970. */
  readonly now: number
}

const NAMED_FINDINGS = 3
const DAY_MS = 86_400_000

export const findingText = ({ route, message }: Pick<Finding, 'route' | 'message'>): string =>
  route === null ? message : `${route}: ${message}`

/** Reason against the verdict; `undefined`: it counts. Without a verdict, always a reason (M-VERIFY-3). */
export const objectionTo = (
  verdict: Verdict | undefined,
  { remote, version, digest, shells, isRunning, now }: Promoted,
): Reason | undefined => {
  const command = `npm run remotes -- verify ${remote} ${version}, or npx atalaia verify ${version} in its repository`
  const unverified = (message: string): Reason => ({ code: 'not-verified', message: `${message}: ${command}` })
  if (!verdict) return unverified('no verifier has opened it in a browser')
  if (verdict.remote !== remote || verdict.version !== version || verdict.digest !== digest)
    return unverified('its verdict is about other content')
  if (verdict.status === 'failed') return { code: 'verdict-failed', message: failureText(verdict) }
  if (isRunning) return undefined
  const age = now - Date.parse(verdict.at)
  if (age > VERDICT_AGE_MS.most)
    return unverified(
      `its verdict is ${Math.floor(age / DAY_MS)} days old, and counts for ${VERDICT_AGE_MS.most / DAY_MS}`,
    )
  if (shells.length > 0 && !shells.includes(verdict.shell.id))
    return unverified(`it was verified in shell ${verdict.shell.version}, of which another build is live now`)
  return undefined
}

const failureText = ({ remote, version, findings }: Verdict): string => {
  const failed = findings.filter(({ level }) => level === 'failed')
  const named = failed.slice(0, NAMED_FINDINGS).map(findingText).join('; ')
  const more = failed.length > NAMED_FINDINGS ? `; and ${failed.length - NAMED_FINDINGS} more` : ''
  return `${remote} ${version} failed in a browser: ${named}${more}. Publish another version, and verify that one`
}

/** Reason against a verdict's instant; `undefined`: possible. */
export const timeFault = ({ at }: Pick<Verdict, 'at'>, now: number): string | undefined => {
  const age = now - Date.parse(at)
  if (age < -VERDICT_AGE_MS.ahead) return `the verdict is of ${at}, which is still to come: set the verifier's clock`
  return age > VERDICT_AGE_MS.most ? `the verdict is of ${at}, which is too long ago` : undefined
}
