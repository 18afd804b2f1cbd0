import { Button, EmptyState } from '@atalaia/ui'
import { useRef } from 'react'
import { useLanguage } from '../language/use-language.ts'

/**
 * Replaces all numbers while every number is unknown (P-DASH-29). Reports no failure (P-DASH-11).
 * The board takes the focus from the used button.
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
