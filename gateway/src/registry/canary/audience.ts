import type { Audience } from '@atalaia/artifact/rows'

/** The facts about one browser's request that rules of an audience ask for. A fact that is not known fits no rule. */
export type AudienceFacts = {
  readonly org?: string | undefined
  readonly role?: string | undefined
  /** In capitals. */
  readonly region?: string | undefined
  /** The value of a header, by its name in lower case; `undefined` for one that rules may not ask for. */
  header(name: string): string | undefined
}

/** The facts of a browser of which nothing is known. */
export const NO_FACTS: AudienceFacts = { header: () => undefined }

/** The parts of a request that an operator lets audiences ask for. */
export type AudienceSettings = {
  /** Names of headers, in lower case. */
  readonly headers: readonly string[]
  /** The header in which a proxy names the region, in lower case; without it, regions are not known. */
  readonly regionHeader: string | undefined
}

/**
 * The reason why nobody would be in an audience, in a sentence; `undefined` where its rules can be asked
 * (M-AUDIENCE-4).
 */
export const audienceFault = (
  { region, header = [] }: Audience,
  { headers, regionHeader }: AudienceSettings,
): string | undefined => {
  if (region !== undefined && regionHeader === undefined)
    return 'regions are not known here: set REGION_HEADER at the gateway to the header in which its proxy names them'
  const unlisted = header.map((rule) => headerRule(rule).name).find((name) => !headers.includes(name))
  return unlisted && `the header ${unlisted} is not asked for here: name it in AUDIENCE_HEADERS at the gateway`
}

/**
 * Whether a browser is in an audience: one value of each kind that the audience names applies (M-AUDIENCE-1). `null`:
 * everybody is.
 */
export const isInAudience = (audience: Audience | null, facts: AudienceFacts): boolean => {
  if (audience === null) return true
  const { header, ...plain } = audience
  const fits = (kind: keyof typeof plain) => {
    const wanted = plain[kind]
    const known = facts[kind]
    return wanted === undefined || (known !== undefined && wanted.includes(known))
  }
  return fits('org') && fits('role') && fits('region') && (header === undefined || header.some(isSent(facts)))
}

const isSent = (facts: AudienceFacts) => (rule: string) => {
  const { name, value } = headerRule(rule)
  return facts.header(name) === value
}

/** The name and the value of a rule about a header. */
const headerRule = (rule: string): { readonly name: string; readonly value: string } => {
  const at = rule.indexOf(':')
  return { name: rule.slice(0, at), value: rule.slice(at + 1) }
}
