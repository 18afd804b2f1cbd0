import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Dialog } from './dialog.tsx'

const Page = () => {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Remover</Button>
      <Dialog open={open} title="Sure?" onClose={close} actions={<Button onClick={close}>No</Button>}>
        Do you really want to?
      </Dialog>
    </>
  )
}
const openPage = async () => {
  render(<Page />)
  await userEvent.click(screen.getByRole('button', { name: 'Remover' }))
  return screen.getByRole('dialog', { name: 'Sure?' })
}

describe('a dialog', () => {
  it('is named, described, and has the focus on its harmless button', async () => {
    expect(await openPage()).toHaveAccessibleDescription('Do you really want to?')
    expect(screen.getByRole('button', { name: 'No' })).toHaveFocus()
  })

  it('has a list in it that is not read out with its name', () => {
    render(
      <Dialog open isReadOut={false} title="All" onClose={() => undefined} actions={<Button>No</Button>}>
        <ul />
      </Dialog>,
    )
    expect(screen.getByRole('dialog', { name: 'All' })).not.toHaveAccessibleDescription()
  })

  it('goes when it is answered and gives the focus back', async () => {
    await openPage()
    await userEvent.click(screen.getByRole('button', { name: 'No' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Remover' })).toHaveFocus()
  })

  it('closes when the browser cancels it, as it does on Escape', async () => {
    fireEvent(await openPage(), new Event('cancel', { cancelable: true }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})
