import { ScrollBox } from '../../../kit/scroll-box.tsx'
import { PeopleRows } from '../people-rows.tsx'

export const title = 'Listrada'

export const Example = () => (
  <ScrollBox label="Pessoas, em linhas listradas">
    <table className="ui-table kit-table--striped" aria-label="Pessoas, em linhas listradas">
      <PeopleRows />
    </table>
  </ScrollBox>
)
