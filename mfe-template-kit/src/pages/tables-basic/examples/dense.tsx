import { ScrollBox } from '../../../kit/scroll-box.tsx'
import { PeopleRows } from '../people-rows.tsx'

export const title = 'Densa'

export const Example = () => (
  <ScrollBox label="Pessoas, em linhas baixas">
    <table className="ui-table kit-table--dense" aria-label="Pessoas, em linhas baixas">
      <PeopleRows />
    </table>
  </ScrollBox>
)
