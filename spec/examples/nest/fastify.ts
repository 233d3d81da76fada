import { NestFactory } from '@nestjs/core'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import { verified } from 'countersign/fastify'
import { AppModule } from './app.ts'
import { verifier } from './verifier.ts'

const app = await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter())
await app.register(verified, { verifier }) // covers every route of the app
await app.listen(process.env.PORT ?? 0, '127.0.0.1')
console.log(`listening on ${await app.getUrl()}`)
