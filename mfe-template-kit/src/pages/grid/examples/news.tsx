import { Button, Dialog, Widget } from '@atalaia/ui'
import { useState } from 'react'
import type { GridExampleProps } from '../grid-widget.ts'
import { headlines } from '../samples.ts'
import { useRefresh } from '../use-refresh.ts'

export const title = 'Notícias'

/** P-KIT-8 */
export const Example = ({ onRemove }: GridExampleProps) => {
  const [asking, setAsking] = useState(false)
  const { content, status, refresh } = useRefresh(headlines)
  return (
    <>
      <Widget title={title} status={status} onReload={refresh} onClose={() => setAsking(true)}>
        <ul className="kit-news">
          {content.map((headline) => (
            <li key={headline}>{headline}</li>
          ))}
        </ul>
      </Widget>
      <Dialog
        open={asking}
        title="Sure?"
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>No</Button>
            <Button variant="danger" onClick={onRemove}>
              Yes, remove widget
            </Button>
          </>
        }
      >
        Do you really want to unrevertably remove this super news widget?
      </Dialog>
    </>
  )
}
