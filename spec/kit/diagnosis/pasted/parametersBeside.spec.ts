/** Parameters that a program keeps beside the URL belong to the target, unless they are of the route or the URL has them. */
import fc from 'fast-check'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { bodyOf, line, noted, read, refusal } from './reading.ts'

const parameters = suite('readRequest: parameters beside the URL')

const json = (value: unknown): string => JSON.stringify(value, null, 2)
const lost = /has the query only as parsed parameters/
const url = 'https://h.example/v1/jobs'

const axios = (change: object): string =>
  json({
    method: 'post',
    baseURL: 'https://h.example',
    url: '/v1/jobs',
    headers: { Authorization: line },
    data: '{}',
    ...change,
  })
const insomnia = (list: ReadonlyArray<object>, address = url): string => {
  const request = { _type: 'request', method: 'POST', url: address, parameters: list }
  return json({
    _type: 'export',
    resources: [{ ...request, headers: [{ name: 'Authorization', value: line }], body: { text: '{}' } }],
  })
}
const hoppscotch = (list: ReadonlyArray<object>): string => {
  const request = { endpoint: url, name: 'a', method: 'POST', params: list }
  const headers = [{ key: 'Authorization', value: line, active: true }]
  return json({ name: 'a', requests: [{ ...request, headers, body: { contentType: 'application/json', body: '{}' } }] })
}

const yaak = (list: ReadonlyArray<object>, address = url): string => {
  const headers = [{ enabled: true, name: 'Authorization', value: line }]
  const request = { model: 'http_request', method: 'POST', url: address, urlParameters: list, headers }
  return json({ yaakSchema: 4, resources: { httpRequests: [{ ...request, body: { text: '{}' } }] } })
}

parameters(
  'of Yaak are joined to the target or fill in its path, and are refused if programs escape them in different ways',
  () => {
    const listed = [
      { enabled: true, name: 'dry', value: '1' },
      { enabled: false, name: 'off', value: '1' },
      { enabled: true, name: ':id', value: '7' },
    ]
    assert.is(read(yaak(listed, `${url}/:id`)).target, '/v1/jobs/7?dry=1')
    assert.is(read(yaak([], `${url}?a=b`)).target, '/v1/jobs?a=b')
    assert.is(read(yaak([{ enabled: false, name: 'tag', value: 'a b' }])).target, '/v1/jobs')
    assert.match(refusal(yaak([{ enabled: true, name: 'tag', value: 'a b' }])), lost)
    assert.match(
      refusal(yaak([{ enabled: true, name: ':id', value: 'a b' }], `${url}/:id`)),
      'replaces a parameter such as :id',
    )
  },
)

parameters('of axios, Insomnia and Hoppscotch are joined to the target, without those that are switched off', () => {
  for (const text of [
    axios({ params: { dry: 1, tag: 'a-b', none: null } }),
    insomnia([
      { name: 'dry', value: '1' },
      { name: 'off', value: '1', disabled: true },
      { name: 'tag', value: 'a-b', disabled: false },
    ]),
    hoppscotch([
      { key: 'dry', value: '1', active: true },
      { key: 'off', value: '1', active: false },
      { key: 'tag', value: 'a-b', active: true },
    ]),
  ]) {
    const received = read(text)
    assert.equal([received.target, bodyOf(received)], ['/v1/jobs?dry=1&tag=a-b', '{}'], text)
    assert.match(noted(received), /The query has the parameters that this text has beside the URL/)
  }
  assert.is(read(insomnia([{ name: 'dry', value: '1' }], `${url}?a=b`)).target, '/v1/jobs?a=b&dry=1')
})

parameters('with characters that programs escape in different ways are refused', () => {
  for (const params of [{ tag: 'a b' }, { tag: 'é' }, { tag: ['a', 'b'] }, { dry: true }, { 'a[b]': '1' }])
    assert.match(refusal(axios({ params })), lost)
  assert.match(refusal(insomnia([{ name: 'tag', value: '' }])), lost)
  assert.match(refusal(axios({ url: '/v1/jobs?dry=1', params: { dry: 1, tag: 'a' } })), lost)
})

parameters('of the route, or in the URL already, are not added', () => {
  const express = { method: 'POST', url: '/v1/jobs/7', headers: { authorization: line }, body: '{}' }
  assert.is(read(json({ ...express, params: { id: '7' } })).target, '/v1/jobs/7')
  assert.is(
    read(json({ ...express, params: { id: '8' }, query: {}, originalUrl: '/a/v1/jobs/7' })).target,
    '/a/v1/jobs/7',
  )
  assert.is(read(json({ ...express, params: ['x', { name: 'a', in: 'path' }] })).target, '/v1/jobs/7')
  assert.is(read(axios({ params: {} })).target, '/v1/jobs')
  // Thunder Client keeps the query twice.
  const thunder = { url: `${url}?dry=1&tag=a%20b`, method: 'POST', headers: [{ name: 'Authorization', value: line }] }
  const params = [
    { name: 'dry', value: '1', isPath: false },
    { name: 'tag', value: 'a b', isPath: false },
  ]
  const body = { type: 'json', raw: '{"a":1}', form: [] }
  const received = read(json({ requests: [{ ...thunder, params, body }] }))
  assert.equal([received.target, bodyOf(received)], ['/v1/jobs?dry=1&tag=a%20b', '{"a":1}'])
  const ofFields = { type: 'formdata', raw: '', form: [{ name: 'a', value: '1' }] }
  assert.match(
    refusal(json({ requests: [{ ...thunder, params, body: ofFields }] })),
    'the body of this request is not text',
  )
})

parameters('in an object among the lines of a log are refused, and values of the route there are not', () => {
  const logged = (address: string, params: string): string =>
    `2026-11-30 08:00:00 failed: {\n  headers: { Authorization: '${line}' },\n  method: 'post',\n  url: '${address}',\n  params: ${params},\n  data: '{}'\n}\n`
  assert.match(refusal(logged(url, '{ dry: 1 }')), lost)
  assert.is(read(logged(`${url}/7`, "{ id: '7' }")).target, '/v1/jobs/7')
  assert.is(read(logged(`${url}?dry=1`, '{ dry: 1 }')).target, '/v1/jobs?dry=1')
})

const names = fc.uniqueArray(fc.stringMatching(/^[a-z][\w.-]{0,8}$/), { minLength: 1, maxLength: 4 })

parameters('for all plain names and values: the target ends in them, in their order', () =>
  forAll([names, fc.stringMatching(/^[\w.-]{1,8}$/)], (keys, value) => {
    const query = keys.map((key) => `${key}=${value}`).join('&')
    assert.is(read(insomnia(keys.map((name) => ({ name, value })))).target, `/v1/jobs?${query}`)
    assert.is(read(axios({ params: Object.fromEntries(keys.map((key) => [key, value])) })).target, `/v1/jobs?${query}`)
  }),
)
