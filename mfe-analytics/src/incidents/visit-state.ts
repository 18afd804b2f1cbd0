import {
  gatherOutcomeSchema,
  MAX_INCIDENT_CASES_AT_ONCE,
  type GatherOutcome,
  type Incident,
} from '@atalaia/contracts/incidents'
import { array, object, string } from 'zod/mini'
import type { CaseOnItsWay } from '../links/incident-place.ts'

type Place = { readonly search: string; readonly state: unknown }
const chosenSchema = object({ cases: array(object({ endereco: string(), fonte: string(), nome: string() })) })

export const casesOnTheirWay = ({ search, state }: Place): readonly CaseOnItsWay[] => {
  const chosen = chosenSchema.safeParse(state)
  if (chosen.success) return chosen.data.cases.slice(0, MAX_INCIDENT_CASES_AT_ONCE)
  const query = new URLSearchParams(search)
  const [endereco, fonte] = [query.get('endereco'), query.get('fonte')]
  return endereco && fonte ? [{ endereco, fonte, nome: fonte }] : []
}

export const stateGathered = ({ reunidos }: Pick<Incident, 'reunidos'>) => ({ reunidos })

const gatheredSchema = object({ reunidos: gatherOutcomeSchema })
export const gatheredIn = (state: unknown): GatherOutcome | undefined => gatheredSchema.safeParse(state).data?.reunidos
