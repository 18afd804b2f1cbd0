import { array, enum as zEnum, nullable, object, string, type infer as Infer } from 'zod/mini'

// Who may give which order to a gateway. The gateway's check, the table in docs/platform.md and the buttons of the console are
// made from this file.

export const RIGHTS = ['publish', 'promote', 'rollback'] as const
export const rightSchema = zEnum(RIGHTS)
export type Right = Infer<typeof rightSchema>

/**
 * - `any`: every valid key. `own`: every key of the order's remote.
 * - `publish`, `promote`, `rollback`: that remote's keys with this right.
 * - `operator`: an operator's key. `machine`: a command with the gateway's database.
 */
export const ROLES = ['any', 'own', ...RIGHTS, 'operator', 'machine'] as const
export type Role = (typeof ROLES)[number]

type Rule = { readonly does: string; readonly roles: readonly Role[] }

/** Roles by order. Everything else is forbidden (M-RIGHT-1). */
export const ORDER_RULES = {
  look: {
    does: 'asks what is live and published, what is granted, the doctor and the gate',
    roles: ['any', 'operator', 'machine'],
  },
  history: { does: 'reads history, rollouts, verdicts and grants of a remote', roles: ['own', 'operator', 'machine'] },
  publish: { does: 'publishes a version', roles: ['publish', 'operator', 'machine'] },
  preview: { does: 'makes a preview address', roles: ['publish', 'promote', 'operator', 'machine'] },
  verify: { does: 'sends a signed verdict of a browser', roles: ['publish', 'promote', 'operator', 'machine'] },
  promote: { does: 'promotes, starts and resumes a rollout', roles: ['promote', 'operator', 'machine'] },
  pause: { does: 'pauses a rollout', roles: ['promote', 'rollback', 'operator', 'machine'] },
  rollback: { does: 'takes back, aborts a rollout', roles: ['promote', 'rollback', 'operator', 'machine'] },
  windows: { does: 'adds and removes freezes, and the approvals that promotions need', roles: ['operator', 'machine'] },
  acts: { does: 'reads who was given which right', roles: ['operator', 'machine'] },
  installation: { does: 'reads the checks of the installation', roles: ['operator', 'machine'] },
  prune: { does: 'removes versions that nobody gets', roles: ['machine'] },
  rights: {
    does: 'changes grants, keys, publishers, people, teams and verifiers; makes links for overrides',
    roles: ['machine'],
  },
} as const satisfies Readonly<Record<string, Rule>>

export type OrderName = keyof typeof ORDER_RULES

export const remoteRights = array(object({ remote: string(), may: array(rightSchema) }))
/** `team`: any key for remotes, of a team, CI or a person. */
export const holderSchema = object({ role: zEnum(['team', 'operator', 'machine']), remotes: remoteRights })
export type Holder = Infer<typeof holderSchema>

/** Answer of `GET /-/key`: the key's holder and ISO 8601 end. */
export const keyAnswer = object({ who: string(), ends: nullable(string()), holder: holderSchema })
export type KeyAnswer = Infer<typeof keyAnswer>

/** True when `holder` may give an order, about `remote` if any. */
export const allows = (order: OrderName, { role, remotes }: Holder, remote?: string): boolean => {
  const roles: readonly Role[] = ORDER_RULES[order].roles
  if (role !== 'team') return roles.includes(role)
  if (roles.includes('any')) return true
  const own = remotes.find((one) => one.remote === remote)
  return own !== undefined && (roles.includes('own') || own.may.some((right) => roles.includes(right)))
}

export const isAboutRemote = (order: OrderName): boolean => {
  const roles: readonly Role[] = ORDER_RULES[order].roles
  return ['own', ...RIGHTS].some((role) => roles.some((one) => one === role))
}
