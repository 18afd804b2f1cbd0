import { ScrollBox } from '@atalaia/ui'
import { PeopleRows } from '../people-rows.tsx'

export const title = 'Com bordas'

export const Example = () => (
  <ScrollBox role="group" label="Pessoas, em células com bordas">
    <table className="ui-table kit-table--bordered" aria-label="Pessoas, em células com bordas">
      <PeopleRows />
    </table>
  </ScrollBox>
)
