import { ScrollBox } from '@atalaia/ui'
import { PeopleRows } from '../people-rows.tsx'

export const title = 'Simples'

export const Example = () => (
  <ScrollBox role="group" label="Pessoas">
    <table className="ui-table" aria-label="Pessoas">
      <PeopleRows />
    </table>
  </ScrollBox>
)
