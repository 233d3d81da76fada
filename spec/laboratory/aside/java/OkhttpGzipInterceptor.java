import java.io.IOException;
import okhttp3.Interceptor;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.Buffer;
import okio.BufferedSink;
import okio.GzipSink;
import okio.Okio;

public class OkhttpGzipInterceptor {
    static Response sign(Interceptor.Chain chain) throws IOException {
        Request request = chain.request();
        Buffer body = new Buffer();
        request.body().writeTo(body);
        try {
            String header = Signing.authorize(request.method(), request.url().encodedPath(), body.readUtf8());
            return chain.proceed(request.newBuilder().header("Authorization", header).build());
        } catch (IOException error) {
            throw error;
        } catch (Exception error) {
            throw new IOException(error);
        }
    }

    static Response zip(Interceptor.Chain chain) throws IOException {
        RequestBody plain = chain.request().body();
        Buffer zipped = new Buffer();
        try (BufferedSink sink = Okio.buffer(new GzipSink(zipped))) {
            plain.writeTo(sink);
        }
        return chain.proceed(chain.request().newBuilder().header("Content-Encoding", "gzip")
            .post(RequestBody.create(plain.contentType(), zipped.readByteString())).build());
    }

    public static void main(String[] args) throws Exception {
        OkHttpClient client = new OkHttpClient.Builder()
            .addInterceptor(OkhttpGzipInterceptor::sign).addInterceptor(OkhttpGzipInterceptor::zip).build();
        RequestBody body = RequestBody.create(MediaType.get("application/json; charset=UTF-8"), Signing.job());
        Request request = new Request.Builder().url(Signing.BASE_URL + "/v1/jobs").post(body).build();
        System.out.println(client.newCall(request).execute().code());
    }
}
