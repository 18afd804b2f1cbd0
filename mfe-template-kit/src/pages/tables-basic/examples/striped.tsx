import { ScrollBox } from '@atalaia/ui'
import { PeopleRows } from '../people-rows.tsx'

export const title = 'Listrada'

export const Example = () => (
  <ScrollBox role="group" label="Pessoas, em linhas listradas">
    <table className="ui-table kit-table--striped" aria-label="Pessoas, em linhas listradas">
      <PeopleRows />
    </table>
  </ScrollBox>
)
