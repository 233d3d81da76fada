import java.io.IOException;
import okhttp3.*;
import okio.Buffer;

public class SigningInterceptor implements Interceptor {
    @Override public Response intercept(Chain chain) throws IOException {
        Request request = chain.request();
        Buffer buffer = new Buffer();
        if (request.body() != null) request.body().writeTo(buffer);
        HttpUrl url = request.url();
        String target = url.encodedQuery() == null ? url.encodedPath() : url.encodedPath() + "?" + url.encodedQuery();
        try {
            String header = Signing.authorize(request.method(), target, buffer.readUtf8());
            return chain.proceed(request.newBuilder().header("Authorization", header).build());
        } catch (IOException e) { throw e; } catch (Exception e) { throw new IOException(e); }
    }

    public static void main(String[] args) throws Exception {
        OkHttpClient client = new OkHttpClient.Builder().addInterceptor(new SigningInterceptor()).build();
        HttpUrl url = HttpUrl.get(Signing.BASE_URL + "/v1/jobs").newBuilder().addQueryParameter("note", "été 2026").build();
        RequestBody body = RequestBody.create(MediaType.get("application/json"), Signing.job());
        try (Response answer = client.newCall(new Request.Builder().url(url).post(body).build()).execute()) {
            System.out.println(answer.code() + " " + answer.body().string());
        }
    }
}
