import { DateField } from '@atalaia/ui'
import { useState } from 'react'

export const title = 'Dia, em qualquer navegador'

export const Example = () => {
  const [day, setDay] = useState<string | undefined>('')
  return (
    <DateField label="Prazo" value={day ?? ''} hint="Escreva dd/mm/aaaa ou escolha no calendário." onChange={setDay} />
  )
}
