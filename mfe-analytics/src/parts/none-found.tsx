import { Icon } from '@atalaia/ui'
import type { Leaks } from '../state/dashboard-state.ts'
import { noneFoundText } from './coverage.ts'

/** Did a search take place, and where? */
export type Search = {
  readonly coverage: Leaks['cobertura']
  /** How many addresses were searched for; null when it is not known. */
  readonly addresses: number | null
}

/** Stands where there is nothing to show. Only a search that took place is told as good news. */
export const NoneFound = ({ what, search }: { what: string; search: Search }) => {
  if (search.addresses === 0) {
    return <p className="analytics-nothing">Os números vêm com o primeiro endereço monitorado.</p>
  }
  const searched = Boolean(search.addresses && search.coverage?.fontes)
  return (
    <p className="analytics-nothing">
      {searched && <Icon name="check" />}
      {noneFoundText(what, search.coverage)}
    </p>
  )
}
