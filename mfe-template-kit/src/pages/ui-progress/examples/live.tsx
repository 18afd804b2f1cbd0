import { Button } from '@atalaia/ui'
import { useState } from 'react'
import { Progress } from '../progress.tsx'

export const title = 'Que avança'

/** P-KIT-30 */
export const Example = () => {
  const [done, setDone] = useState(20)
  return (
    <>
      <Progress name="Importação" now={done} labelled moving />
      <div className="kit-row">
        <Button size="small" onClick={() => setDone(Math.min(100, done + 20))}>
          Avançar
        </Button>
        <Button size="small" variant="ghost" onClick={() => setDone(0)}>
          Recomeçar
        </Button>
      </div>
    </>
  )
}
