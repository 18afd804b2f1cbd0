import { createHash } from 'node:crypto'

/** Effects on built remotes. */
export const CONTRACT_EFFECTS = ['none', 'minor', 'major'] as const
export type ContractEffect = (typeof CONTRACT_EFFECTS)[number]

export type Statement = { readonly effect: ContractEffect; readonly because: string }

export type Judgement = { readonly ok: true; readonly list: string } | { readonly ok: false; readonly reason: string }

const HEAD = `# Changes of the contract

Each change of the surface of \`@atalaia/contracts\` (\`etc/contracts.api.md\`), newest first: CONTRACT_VERSION, the effect on
remotes that are already built, the hash of the recorded surface, and why. \`npm run api\` writes the lines.

`
const LINE = /^- (\d+\.\d+\.\d+) · (none|minor|major) · ([0-9a-f]{12}) · .+$/m

const HOW = `Run \`npm run api -- --contract EFFECT --because "…"\` with the effect on remotes that are already built: \`minor\` where
something was added and \`major\` where something was changed or removed, each with a raised CONTRACT_VERSION
(shared/contracts/src/context.ts); \`none\` where no remote can notice it.`

const hashOf = (surface: string) => createHash('sha256').update(surface).digest('hex').slice(0, 12)

const versionOf = (surface: string) => /CONTRACT_VERSION = "(\d+\.\d+\.\d+)"/.exec(surface)?.[1]

const raised = (version: string, effect: ContractEffect): string => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (effect === 'major') return `${major + 1}.0.0`
  return effect === 'minor' ? `${major}.${minor + 1}.0` : version
}

/** A new surface needs a statement and the resulting CONTRACT_VERSION; both become the newest line. */
export const judgeContract = (surface: string, list: string, statement?: Statement): Judgement => {
  const [, before, , hash] = LINE.exec(list) ?? []
  if (hash === hashOf(surface)) return { ok: true, list }
  const version = versionOf(surface)
  if (version === undefined) return { ok: false, reason: 'the contract has no CONTRACT_VERSION' }
  if (!statement) return { ok: false, reason: `The surface of @atalaia/contracts has changed.\n${HOW}` }
  const due = raised(before ?? version, statement.effect)
  if (version !== due)
    return {
      ok: false,
      reason: `CONTRACT_VERSION is ${version}; after a change of effect ${statement.effect} it is ${due}`,
    }
  const line = `- ${version} · ${statement.effect} · ${hashOf(surface)} · ${statement.because}\n`
  return { ok: true, list: HEAD + line + (list.startsWith(HEAD) ? list.slice(HEAD.length) : '') }
}
