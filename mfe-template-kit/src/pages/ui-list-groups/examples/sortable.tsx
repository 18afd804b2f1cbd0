import { useState } from 'react'
import { SortableList } from '../sortable-list.tsx'

export const title = 'Ordenável'

export const Example = () => {
  const [sources, setSources] = useState(['Fóruns', 'Repositórios', 'Mercados', 'Mensageiros', 'Colagens'])
  return (
    <>
      <SortableList label="Fontes por prioridade" items={sources} onOrder={setSources} />
      <p className="kit-note">Com o teclado: espaço para pegar, setas para mover, espaço para soltar.</p>
    </>
  )
}
