import { ScrollBox } from '@atalaia/ui'
import { PeopleRows } from '../people-rows.tsx'

export const title = 'Densa'

export const Example = () => (
  <ScrollBox role="group" label="Pessoas, em linhas baixas">
    <table className="ui-table kit-table--dense" aria-label="Pessoas, em linhas baixas">
      <PeopleRows />
    </table>
  </ScrollBox>
)
