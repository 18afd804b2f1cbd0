import type { Audience } from '@atalaia/artifact/rows'

export type AudienceFacts = {
  readonly org?: string | undefined
  readonly role?: string | undefined
  /** In capitals. */
  readonly region?: string | undefined
  header(name: string): string | undefined
}

export const NO_FACTS: AudienceFacts = { header: () => undefined }

export type AudienceSettings = {
  readonly headers: readonly string[]
  /** In lower case. Without it, regions are unknown. */
  readonly regionHeader: string | undefined
}

/**
 * Why an audience can have no browser, in a sentence. `undefined` when its rules can match
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

/** True when one value of each named kind matches (M-AUDIENCE-1). `null` includes every browser. */
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

const headerRule = (rule: string): { readonly name: string; readonly value: string } => {
  const at = rule.indexOf(':')
  return { name: rule.slice(0, at), value: rule.slice(at + 1) }
}
