import { inRange, type Descriptor, type ShellManifest } from '@atalaia/contracts'
import type { ModuleUse, Reason } from '../versions/rows.ts'
import { budgetReasons } from './budget.ts'
import { collisionReasons } from './collisions.ts'

export type Candidate = {
  readonly candidate: Descriptor
  /** The version that it takes the place of. */
  readonly current: Descriptor | undefined
  /** The other remotes of the release. */
  readonly others: readonly Descriptor[]
  readonly shells: readonly ShellManifest[]
  readonly uses: readonly ModuleUse[]
}

/** Simulates the release with the candidate in it, from descriptors alone. No reason: it may be promoted. */
export const judge = ({ candidate, current, others, shells, uses }: Candidate): Reason[] => [
  ...shells.flatMap((shell) => [...contractReasons(candidate, shell), ...sharedReasons(candidate, shell)]),
  ...collisionReasons(candidate, others),
  ...(current ? moduleReasons(candidate, current, uses) : []),
  ...budgetReasons(candidate),
]

const contractReasons = ({ contract }: Descriptor, shell: ShellManifest): Reason[] =>
  inRange(shell.contract, contract)
    ? []
    : [
        {
          code: 'contract-range',
          message: `it needs contract ${contract}; the live shell ${shell.version} offers ${shell.contract}`,
        },
      ]

/** Each shared module must resolve to the shell's one copy: a second one, or none, breaks the page. */
const sharedReasons = ({ artifact: { shared } }: Descriptor, shell: ShellManifest): Reason[] => {
  const bundled: Reason[] =
    shared.some(({ name }) => name.startsWith('@atalaia/react')) && !shared.some(({ name }) => name === 'react')
      ? [{ code: 'shared-second', message: `react: it does not share it, so the page would have two` }]
      : []
  const resolved = shared.flatMap(({ name, version, requiredVersion }): Reason[] => {
    const offered = shell.shared.find((module) => module.name === name)
    if (!offered) return [{ code: 'shared-missing', message: `${name}: the live shell ${shell.version} offers none` }]
    if (inRange(offered.version, requiredVersion)) return []
    const detail = `the live shell ${shell.version} offers ${offered.version}, it needs ${requiredVersion}`
    return [{ code: 'shared-second', message: `${name}: ${detail}, so the page would have a second one (${version})` }]
  })
  return [...bundled, ...resolved]
}

export const modulesOf = ({ artifact }: Descriptor): readonly string[] => artifact.modules ?? [artifact.module]

const moduleReasons = (candidate: Descriptor, current: Descriptor, uses: readonly ModuleUse[]): Reason[] =>
  modulesOf(current)
    .filter((module) => !modulesOf(candidate).includes(module))
    .flatMap((module): Reason[] => {
      const consumers = uses.filter((use) => use.module === module).map(({ consumer }) => consumer)
      if (consumers.length === 0) return []
      return [{ code: 'module-removed', message: `${module}: it is gone, and used by ${consumers.join(', ')}` }]
    })
