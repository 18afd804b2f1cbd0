import {
  budgetReasons,
  collisionReasons,
  offerReasons,
  rightsReasons,
  type Reason,
  type Rights,
} from '@atalaia/artifact'
import { type Descriptor, type EmbedSurface, type ShellManifest } from '@atalaia/contracts'
import type { ModuleUse } from './repository/records.ts'

export type Candidate = {
  readonly candidate: Descriptor
  readonly channel: string
  readonly current: Descriptor | undefined
  /** Other live remotes of every channel, with their grants. */
  readonly others: readonly Descriptor[]
  /** The live versions of the remote. Default: none. */
  readonly own?: readonly Descriptor[]
  readonly shells: readonly ShellManifest[]
  readonly uses: readonly ModuleUse[]
  readonly rights?: Rights
}

/** M-GATE-1 */
export const judge = ({ candidate, channel, current, others, own, shells, uses, rights }: Candidate): Reason[] => [
  ...shells.flatMap((shell) => offerReasons(candidate, shell)),
  ...collisionReasons(candidate, others, own),
  ...(current ? moduleReasons(candidate, current, uses) : []),
  ...(current ? embedReasons(candidate, current, { channel, uses }) : []),
  ...budgetReasons(candidate),
  ...(rights ? rightsReasons(candidate, rights) : []),
]

export const modulesOf = ({ artifact }: Descriptor): readonly string[] => artifact.modules ?? [artifact.module]

const moduleReasons = (candidate: Descriptor, current: Descriptor, uses: readonly ModuleUse[]): Reason[] =>
  modulesOf(current)
    .filter((module) => !modulesOf(candidate).includes(module))
    .flatMap((module): Reason[] => {
      const consumers = uses.filter((use) => use.module === module).map(({ consumer }) => consumer)
      if (consumers.length === 0) return []
      return [{ code: 'module-removed', message: `${module}: it is gone, and used by ${consumers.join(', ')}` }]
    })

/** Represents a channel's embed in the list of uses. */
export const embedModule = (channel: string): string => `embed/${channel}`

/** Browsers send the origin `null` for sandboxed pages. */
const portalsOn = (channel: string, uses: readonly ModuleUse[]): readonly string[] =>
  uses
    .filter(({ module }) => module === embedModule(channel))
    .map(({ consumer }) => (consumer === 'null' ? 'a sandboxed page' : consumer))

const namesOf = ({ attributes, properties, events, parts, customProperties }: EmbedSurface): readonly string[] => [
  ...Object.entries(attributes).flatMap(([name, words]) => [
    `attribute ${name}`,
    ...words.map((word) => `${name}="${word}"`),
  ]),
  ...properties.map((name) => `property ${name}`),
  ...events.map((name) => `event ${name}`),
  ...parts.map((name) => `part ${name}`),
  ...customProperties,
]

const without = (names: readonly string[], others: readonly string[]) => names.filter((name) => !others.includes(name))

const majorOf = (version: string) => version.split('.')[0]
const minorOf = (version: string) => version.split('.').slice(0, 2).join('.')

/** Files that portals name themselves. Later chunks have a hash in their name (M-GATE-10). */
const entriesOf = ({ artifact }: Descriptor): readonly string[] =>
  (artifact.embed?.files ?? []).map(({ path }) => path).filter((path) => /^[^.]+\.js$/.test(path))

/** A portal writes down the names of the element, and gets new versions of the channel without a change. */
const embedReasons = (
  candidate: Descriptor,
  current: Descriptor,
  { channel, uses }: Pick<Candidate, 'channel' | 'uses'>,
): Reason[] => {
  const portals = portalsOn(channel, uses)
  if (portals.length === 0 || !current.artifact.embed) return []
  const where = `${portals.join(', ')} on ${channel}`
  const elsewhere = 'promote it on another channel, and tell the portals'
  const gone = without(entriesOf(current), entriesOf(candidate)).map((path): Reason => ({
    code: 'embed-removed',
    message: `${path}: it is gone, and used by ${where}: bring it back, or ${elsewhere}`,
  }))
  const [before, after] = [current, candidate].map(({ artifact }) => artifact.embed?.surface)
  return [
    ...gone,
    ...(before && candidate.artifact.embed ? surfaceReasons(before, after, `${where}: keep it, or ${elsewhere}`) : []),
    ...versionReasons(candidate, current, {
      added: before && after ? without(namesOf(after), namesOf(before)) : [],
      remedy: `which ${where} gets: ${elsewhere}`,
    }),
  ]
}

const surfaceReasons = (before: EmbedSurface, after: EmbedSurface | undefined, where: string): Reason[] => {
  const code = 'embed-surface'
  if (!after) return [{ code, message: 'the names of its element are not recorded: build it with `surface`' }]
  const removed = without(namesOf(before), namesOf(after))
  return removed.length === 0 ? [] : [{ code, message: `${removed.join(', ')}: missing, but used by ${where}` }]
}

/** Semver: a major version may break names, a new name needs a minor version (M-GATE-12). */
const versionReasons = (
  { version }: Descriptor,
  current: Descriptor,
  { added, remedy }: { readonly added: readonly string[]; readonly remedy: string },
): Reason[] => {
  const code = 'embed-version'
  if (majorOf(version) !== majorOf(current.version))
    return [{ code, message: `${version} is another major version than ${current.version}, ${remedy}` }]
  if (added.length === 0 || minorOf(version) !== minorOf(current.version)) return []
  return [
    {
      code,
      message: `${added.join(', ')}: new since ${current.version}: give it the next minor version, not ${version}`,
    },
  ]
}
