import 'reflect-metadata'
import { Body, Controller, HttpCode, Module, Post, UseGuards } from '@nestjs/common'
import { CountersignModule, Verified, VerifiedGuard } from 'countersign/nest'
import { createVerifier, decodeJob, keyFolder, type VerifiedRequest } from 'countersign/server'

@Controller('v1/jobs')
@UseGuards(VerifiedGuard)
class JobsController {
  @Post()
  @HttpCode(200)
  submit(@Verified() { appId, body }: VerifiedRequest) {
    const { request_id } = decodeJob(body) // or 400, which says where the job is wrong
    return { app_id: appId, request_id }
  }
}

@Controller('webhook')
class WebhookController {
  @Post()
  @HttpCode(200)
  receive(@Body() received: unknown) {
    return { received }
  }
}

@Module({
  imports: [
    CountersignModule.forRootAsync({
      useFactory: async () => ({
        verifier: await createVerifier({
          keys: await keyFolder('keys'), // APPID.pem for each app; a change counts within a second
          // Unless you listen here, a refusal leaves no trace on the server.
          onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
        }),
      }),
    }),
  ],
  controllers: [JobsController, WebhookController],
})
export class AppModule {}
