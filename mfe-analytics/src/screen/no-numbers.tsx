import { Button, EmptyState } from '@atalaia/ui'
import { useRef } from 'react'
import { useLanguage } from '../language/use-language.ts'

/**
 * The one panel in the place of all numbers while none of them is known (P-DASH-29). It tells no failure (P-DASH-11).
 * The button disappears when it is used, so the board takes the focus.
 */
export const NoNumbers = ({ onReload }: { onReload: () => void }) => {
  const { t } = useLanguage()
  const panel = useRef<HTMLDivElement>(null)
  return (
    <div className="ui-card" ref={panel}>
      <EmptyState
        title={t('none.title')}
        icon="chart"
        action={
          <Button
            icon="refresh"
            onClick={() => {
              panel.current?.parentElement?.focus()
              onReload()
            }}
          >
            {t('reload')}
          </Button>
        }
      />
    </div>
  )
}
