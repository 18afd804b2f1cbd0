import {
  inRange,
  shellManifestSchema,
  type Deprecation,
  type Descriptor,
  type SharedModule,
  type ShellManifest,
} from '@atalaia/contracts'
import { artifactSchema, descriptorSchema } from '@atalaia/contracts'
import { array, enum as zEnum, object, optional, string, type infer as Infer } from 'zod/mini'
import type { Reason } from './rows.ts'

export const shellOfferSchema = object({
  version: shellManifestSchema.shape.version,
  /** Names the shell's build (`shellIdOf`). Absent from older gateways. */
  id: optional(string()),
  contract: shellManifestSchema.shape.contract,
  contracts: shellManifestSchema.shape.contracts,
  deprecations: shellManifestSchema.shape.deprecations,
  shared: array(object({ name: string(), version: string(), exports: optional(array(string())) })),
})
export type ShellOffer = Pick<ShellManifest, 'version' | 'contract' | 'contracts' | 'deprecations'> & {
  readonly id?: string | undefined
  readonly shared: readonly {
    readonly name: string
    readonly version: string
    readonly exports?: string[] | undefined
  }[]
}

export type Takes = Pick<Descriptor, 'contract'> & { readonly artifact: Pick<Descriptor['artifact'], 'shared'> }

export const CONTRACT = 'contract'

/** `subject`: a shared module, or `contract`. */
type Finding = { readonly subject: string; readonly reason: Reason }

export const contractsOf = ({ contract, contracts = [] }: Pick<ShellOffer, 'contract' | 'contracts'>): string[] => [
  contract,
  ...contracts,
]

const contractFindings = ({ contract }: Takes, shell: ShellOffer): Finding[] => {
  const offered = contractsOf(shell)
  if (offered.some((version) => inRange(version, contract))) return []
  const message = `it needs contract ${contract}; the live shell ${shell.version} offers ${offered.join(', ')}`
  return [{ subject: CONTRACT, reason: { code: 'contract-range', message } }]
}

const sharedFindings = ({ artifact: { shared } }: Takes, shell: ShellOffer): Finding[] => {
  const bundled: Reason = { code: 'shared-second', message: `react: it does not share it, so the page would have two` }
  const takesParts = shared.some(({ name }) => name.startsWith('@atalaia/react'))
  return [
    ...(takesParts && !shared.some(({ name }) => name === 'react') ? [{ subject: 'react', reason: bundled }] : []),
    ...shared.flatMap((module) => {
      const reason = moduleReason(module, shell)
      return reason ? [{ subject: module.name, reason }] : []
    }),
  ]
}

const moduleReason = (module: SharedModule, shell: ShellOffer): Reason | undefined => {
  const { name, version, requiredVersion, exports = [] } = module
  const offered = shell.shared.find((other) => other.name === name)
  if (!offered) return { code: 'shared-missing', message: `${name}: the live shell ${shell.version} offers none` }
  if (inRange(offered.version, requiredVersion)) {
    const missing = exports.filter((each) => offered.exports && !offered.exports.includes(each))
    if (missing.length === 0) return undefined
    const lack = `${missing.join(', ')}: not in ${offered.version}, which the live shell ${shell.version} offers`
    return { code: 'shared-export', message: `${name}: the remote uses ${lack}` }
  }
  const detail = `the live shell ${shell.version} offers ${offered.version}, it needs ${requiredVersion}`
  return {
    code: 'shared-second',
    message: `${name}: ${detail}, so the page would have a second one (${version})`,
  }
}

const findingsOf = (build: Takes, shell: ShellOffer): Finding[] => [
  ...contractFindings(build, shell),
  ...sharedFindings(build, shell),
]

/** Reasons against a build in a shell (M-GATE-2, M-GATE-3, M-GATE-13). */
export const offerReasons = (build: Takes, shell: ShellOffer): Reason[] =>
  findingsOf(build, shell).map(({ reason }) => reason)

/** One sentence for each deprecated part of a shell in a build (M-DOCTOR-3). */
export const deprecatedUses = (build: Takes, shell: ShellOffer): string[] =>
  (shell.deprecations ?? []).filter((each) => concerns(each, build, shell)).map(deprecationText)

const concerns = (deprecation: Deprecation, { contract, artifact: { shared } }: Takes, shell: ShellOffer): boolean => {
  const { contract: old, module, export: name } = deprecation
  const accepted = contractsOf(shell).filter((version) => inRange(version, contract))
  if (old !== undefined) return accepted.length > 0 && accepted.every((version) => inRange(version, old))
  const taken = shared.find((other) => other.name === module)
  return taken !== undefined && (name === undefined || taken.exports?.includes(name) === true)
}

const deprecationText = ({ contract, module, export: name, until, instead }: Deprecation): string => {
  const what =
    contract === undefined ? [module, name].filter((part) => part !== undefined).join(': ') : `contract ${contract}`
  return `${what} is deprecated${until === undefined ? '' : ` and may be gone from ${until} on`}: ${instead}`
}

const liveVersion = object({
  name: string(),
  version: string(),
  owner: string(),
  contract: descriptorSchema.shape.contract,
  paths: array(string()),
  artifact: object({ shared: artifactSchema.shape.shared }),
  live: array(object({ channel: string(), share: zEnum(['all', 'canary', 'built']) })),
})
export type LiveVersion = Infer<typeof liveVersion>

/**
 * Live versions that `shell` would break: a sentence each, with owner and reasons. Skips versions
 * that run in no shell of `before`: they were forced past the gate (M-SHELL-1).
 */
export const brokenBy = (
  shell: ShellOffer,
  { live, before }: { readonly live: readonly LiveVersion[]; readonly before: readonly ShellOffer[] },
): string[] =>
  live.flatMap((version) => {
    const reasons = offerReasons(version, shell).map(({ message }) => message.replace('live shell', 'new shell'))
    const ran = before.length === 0 || before.some((other) => offerReasons(version, other).length === 0)
    return reasons.length > 0 && ran
      ? [`${version.name} ${version.version} (${version.owner}): ${reasons.join('; ')}`]
      : []
  })

/**
 * Answer of `GET /-/doctor`: live shells and versions of every channel. `asked`: the published
 * shell in `?shell=`.
 */
export const doctorAnswer = object({
  shells: array(shellOfferSchema),
  live: array(liveVersion),
  asked: optional(shellOfferSchema),
})
export type DoctorFacts = Infer<typeof doctorAnswer>

/**
 * A possible shell: whole, or changes of the newest live one. Empty: the next major version of
 * everything.
 */
export type AskedMove = {
  readonly shell?: ShellOffer
  readonly shared?: Readonly<Record<string, string>>
  readonly contracts?: readonly string[]
}

/** `broken`: a live shell breaks it. `lags`: the asked shell would. `ready`: neither. */
export type Standing = 'broken' | 'lags' | 'ready'

export type Diagnosis = {
  readonly asked: boolean
  readonly subjects: readonly {
    readonly subject: string
    /** Offers of the live shells and the asked shell. */
    readonly live: readonly string[]
    readonly target: readonly string[]
    readonly versions: readonly (Pick<LiveVersion, 'name' | 'version' | 'owner' | 'live'> & {
      readonly accepts: string
      readonly standing: Standing
      readonly reasons: readonly Reason[]
    })[]
    readonly apart: readonly string[]
  }[]
  /** Versions with a panel after the asked move, or now (M-DOCTOR-2). */
  readonly breaks: readonly (Pick<LiveVersion, 'name' | 'version' | 'owner' | 'paths'> & {
    readonly reasons: readonly Reason[]
  })[]
  readonly deprecated: readonly (Pick<LiveVersion, 'name' | 'version' | 'owner'> & {
    readonly uses: readonly string[]
  })[]
}

const nextMajor = (version: string) => `${Number.parseInt(version, 10) + 1}.0.0`
const unique = <Value>(values: readonly Value[]) => [...new Set(values)]

const about = (findings: readonly Finding[], subject: string): Reason[] =>
  findings.filter((finding) => finding.subject === subject).map(({ reason }) => reason)

/**
 * Finds, for each shared module and the contract, the live versions that are ready for a shell
 * (M-DOCTOR-1).
 */
export const diagnose = ({ shells, live }: DoctorFacts, move: AskedMove = {}): Diagnosis => {
  const newest = shells.toSorted((one, other) => (inRange(one.version, `>${other.version}`) ? -1 : 1))[0]
  if (!newest) throw new Error('no shell is live: a gateway announces its shell when it starts')
  const asked = move.shell !== undefined || move.contracts !== undefined || Object.keys(move.shared ?? {}).length > 0
  const target = asked ? targetOf(newest, move) : comingOf(newest)
  const names = unique([CONTRACT, ...newest.shared.map(({ name }) => name), ...target.shared.map(({ name }) => name)])
  const touched = (subject: string) => !asked || move.shell !== undefined || isAsked(subject, move)
  const nowOf = (version: LiveVersion) => shells.flatMap((shell) => findingsOf(version, shell))

  const subjects = names.filter(touched).map((subject) => {
    const versions = live.flatMap((each) => {
      const accepts = subject === CONTRACT ? each.contract : acceptsOf(each, subject)
      const [now, then] = [about(nowOf(each), subject), about(findingsOf(each, target), subject)]
      if (accepts === undefined && now.length + then.length === 0) return []
      const standing: Standing = now.length > 0 ? 'broken' : then.length > 0 ? 'lags' : 'ready'
      const { name, version, owner } = each
      const reasons = standing === 'broken' ? now : then
      return { name, version, owner, live: each.live, accepts: accepts ?? 'none', standing, reasons }
    })
    const taking = new Set(versions.map(({ name, version }) => `${name} ${version}`))
    const apart = live.map(({ name, version }) => `${name} ${version}`).filter((name) => !taking.has(name))
    const offered = (shell: ShellOffer) =>
      subject === CONTRACT
        ? contractsOf(shell)
        : shell.shared.flatMap(({ name, version }) => (name === subject ? version : []))
    return { subject, live: unique(shells.flatMap(offered)), target: offered(target), versions, apart }
  })
  const breaks = live.flatMap((each) => {
    const { name, version, owner, paths } = each
    const reasons = asked ? offerReasons(each, target) : nowOf(each).map(({ reason }) => reason)
    return reasons.length > 0 ? [{ name, version, owner, paths, reasons }] : []
  })
  const deprecated = live.flatMap((each) => {
    const uses = unique(shells.flatMap((shell) => deprecatedUses(each, shell)))
    return uses.length > 0 ? [{ name: each.name, version: each.version, owner: each.owner, uses }] : []
  })
  return { asked, subjects, breaks, deprecated }
}

const isAsked = (subject: string, { contracts, shared = {} }: AskedMove): boolean =>
  subject === CONTRACT ? contracts !== undefined : versionFor(subject, shared) !== undefined

const versionFor = (module: string, shared: Readonly<Record<string, string>>): string | undefined =>
  Object.entries(shared).find(([name]) => module === name || module.startsWith(`${name}/`))?.[1]

const acceptsOf = ({ artifact: { shared } }: LiveVersion, subject: string): string | undefined =>
  shared.find(({ name }) => name === subject)?.requiredVersion

const targetOf = (newest: ShellOffer, { shell = newest, shared = {}, contracts }: AskedMove): ShellOffer => {
  const [contract, ...others] = contracts ?? []
  const changed = shell.shared.map((module) => withVersion(module, versionFor(module.name, shared)))
  return { ...shell, ...(contract !== undefined && { contract, contracts: others }), shared: changed }
}

const withVersion = ({ name, version, exports }: ShellOffer['shared'][number], asked: string | undefined) =>
  asked === undefined || asked === version ? { name, version, exports } : { name, version: asked }

const comingOf = (newest: ShellOffer): ShellOffer => ({
  ...newest,
  contract: nextMajor(newest.contract),
  contracts: [],
  shared: newest.shared.map((module) => withVersion(module, nextMajor(module.version))),
})
