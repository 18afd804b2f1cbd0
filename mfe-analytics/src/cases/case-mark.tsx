import { CASE_STATES, type AddressCases } from '@atalaia/contracts/cases'
import { StateBadge } from './state-badge.tsx'

type CaseMarkProps = { readonly cases: AddressCases; readonly sources: readonly string[] }

/** P-CASE-8 */
export const CaseMark = ({ cases: { casos }, sources }: CaseMarkProps) => {
  const states = sources.map((source) => casos.find(({ fonte }) => fonte === source)?.estado ?? CASE_STATES[0])
  return <StateBadge state={CASE_STATES.find((state) => states.includes(state)) ?? states.join(', ')} />
}
