import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;

public class QueryNullAppended {
    static Request signed(HttpUrl url) throws Exception {
        String target = url.encodedPath() + "?" + url.encodedQuery();
        return new Request.Builder().url(url).header("Authorization", Signing.authorize("GET", target, "")).build();
    }

    public static void main(String[] args) throws Exception {
        HttpUrl url = HttpUrl.get(Signing.BASE_URL).newBuilder().addPathSegments("v1/models").build();
        System.out.println(new OkHttpClient().newCall(signed(url)).execute().code());
    }
}
