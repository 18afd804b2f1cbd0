import TextareaAutosize from 'react-textarea-autosize'

export const title = 'Área de texto que cresce'

export const Example = () => (
  <>
    <label className="form-label" htmlFor="kit-textarea">
      Mensagem
    </label>
    <TextareaAutosize id="kit-textarea" className="form-control kit-textarea" placeholder="Cresce com o texto" />
  </>
)
