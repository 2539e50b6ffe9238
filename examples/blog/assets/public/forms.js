/** The pages work without this. */

/** A second click on the same button sends nothing. */
let last

document.addEventListener('submit', (event) => {
  if (event.target.getAttribute('method') !== 'post') return
  if (last?.submitter === event.submitter && event.timeStamp - last.timeStamp < 5000) event.preventDefault()
  else last = event
})

// A page that the browser has kept for its Back button begins anew.
window.addEventListener('pageshow', () => { last = undefined })

/** Counts what is written. Nothing is cut: a text that is too long is not sent. */
for (const field of document.querySelectorAll('[data-limit]')) {
  const count = document.getElementById(`${field.id}-count`)
  const limit = Number(field.dataset.limit)
  const tell = () => {
    const length = [...field.value].length
    const isOver = length > limit
    count.textContent = `${length.toLocaleString('en')} of ${limit.toLocaleString('en')} characters`
    count.classList.toggle('over', isOver)
    field.setCustomValidity(isOver ? `Shorten this by ${(length - limit).toLocaleString('en')} characters.` : '')
  }
  field.addEventListener('input', tell)
  window.addEventListener('pageshow', tell)
}
