import { Alert, Button } from '@atalaia/ui'
import { useDropzone } from 'react-dropzone'
import { refusal } from '../../../forms/refusal.ts'
import { useUpload } from '../../../forms/use-upload.ts'

export const title = 'Área de soltar'
export const wide = true

const MAX_BYTES = 1024 * 1024

/** The kit's only call: a post to the root path (P-KIT-3). */
export const Example = () => {
  const { upload, send, refuse } = useUpload('/')
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    accept: { 'image/*': [], 'text/plain': ['.txt'] },
    maxSize: MAX_BYTES,
    multiple: false,
    noClick: true,
    noKeyboard: true,
    onDropAccepted: ([file]) => file && send(file),
    onDropRejected: ([rejected]) => rejected && refuse(rejected.file.name, refusal(rejected.errors[0]?.code)),
  })
  return (
    <>
      <div {...getRootProps({ className: 'kit-drop' })}>
        <input {...getInputProps({ 'aria-label': 'Arquivo para enviar' })} />
        <p>{isDragActive ? 'Solte o arquivo aqui' : 'Solte um arquivo aqui'}</p>
        <Button onClick={open}>Escolher arquivo</Button>
        <p className="kit-note">Imagens ou texto, até 1 MB</p>
      </div>
      {upload.status === 'sending' && (
        <progress className="kit-upload" aria-label={`Enviando ${upload.name}`} max={1} value={upload.progress} />
      )}
      {upload.status === 'sent' && <Alert kind="success">{upload.name}: enviado.</Alert>}
      {upload.status === 'failed' && (
        <Alert kind="danger">
          {upload.name}: {upload.reason}
        </Alert>
      )}
    </>
  )
}
