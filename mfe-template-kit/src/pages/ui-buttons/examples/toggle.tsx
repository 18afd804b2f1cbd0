import { Button, type IconName } from '@atalaia/ui'
import { useState } from 'react'

export const title = 'Uma de várias'

const views: readonly { name: string; icon: IconName }[] = [
  { name: 'Tabela', icon: 'table' },
  { name: 'Gráfico', icon: 'chart' },
  { name: 'Tendência', icon: 'trend' },
]

export const Example = () => {
  const [chosen, setChosen] = useState('Tabela')
  return (
    <div className="kit-row" role="group" aria-label="Modo de exibição">
      {views.map(({ name, icon }) => (
        <Button
          key={name}
          icon={icon}
          variant={name === chosen ? 'primary' : 'secondary'}
          aria-pressed={name === chosen}
          onClick={() => setChosen(name)}
        >
          {name}
        </Button>
      ))}
    </div>
  )
}
