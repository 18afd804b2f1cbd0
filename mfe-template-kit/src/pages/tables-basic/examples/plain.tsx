import { ScrollBox } from '../../../kit/scroll-box.tsx'
import { PeopleRows } from '../people-rows.tsx'

export const title = 'Simples'

export const Example = () => (
  <ScrollBox label="Pessoas">
    <table className="ui-table" aria-label="Pessoas">
      <PeopleRows />
    </table>
  </ScrollBox>
)
