export async function send<T> (path: string, body?: object): Promise<T> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(`http://localhost:3000${path}`, body === undefined ? {} : init)
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return await response.json() as T
}
