import { Slot, SlotProvider } from '@atalaia/react'
import { Card } from '@atalaia/ui'

export const title = 'Lugar para widgets de outros remotos'

/** The shell gives the provider; here a replacement shows both cases. */
export const Example = () => (
  <SlotProvider render={(slot) => (slot === 'end' ? <Card title="Alertas">Um widget de outro time.</Card> : null)}>
    <p>Lugar “end”:</p>
    <Slot name="end" />
    <p>
      Lugar “start”, sem widget: <Slot name="start" />
    </p>
  </SlotProvider>
)
